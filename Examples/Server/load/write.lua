-- PATCH of one of 100,000 packages.
local number = 0
local headers = { ["Content-Type"] = "application/json" }
request = function()
  number = (number * 7919 + 104729) % 100000
  return wrk.format("PATCH", "/packages/package-" .. number, headers, '{"installedSize":' .. number .. "}")
end

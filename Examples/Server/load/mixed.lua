-- One PATCH for nine GETs.
local number, count = 0, 0
local headers = { ["Content-Type"] = "application/json" }
request = function()
  number = (number * 7919 + 104729) % 100000
  count = count + 1
  if count % 10 == 0 then
    return wrk.format("PATCH", "/packages/package-" .. number, headers, '{"installedSize":' .. number .. "}")
  end
  return wrk.format("GET", "/packages/package-" .. number)
end

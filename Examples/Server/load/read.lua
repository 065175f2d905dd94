-- GET of one of 100,000 packages.
local number = 0
request = function()
  number = (number * 7919 + 104729) % 100000
  return wrk.format("GET", "/packages/package-" .. number)
end

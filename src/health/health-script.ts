/**
 * A health check for Argo CD (`resource.customizations.health`) of a kind whose controller sets conditions: Healthy once
 * each of the conditions is true *for the current generation*. Argo CD's Lua has the base and table libraries, no strings
 * and no mathematics (argo-cd 3.6.1 `util/lua/lua.go`), and answers within a second.
 *
 * What a condition says about an earlier generation counts for nothing, and neither does one that does not say which
 * generation it is about. cert-manager's approver-policy states it in the condition; controllers that state it once, in
 * `status.observedGeneration`, are read too.
 *
 * @param conditions types such as `Ready`, of letters, digits and `./_-`.
 */
export function healthScript(conditions: readonly string[]): string {
  return `-- Made by grantwave health: healthy once the controller has said so about this very generation.
local wanted = { ${conditions.map((condition) => `"${condition}"`).join(", ")} }

local function answer(status, message)
  return { status = status, message = message }
end

local function find(name)
  local status = obj.status
  if type(status) ~= "table" or type(status.conditions) ~= "table" then
    return nil, nil
  end
  for _, condition in ipairs(status.conditions) do
    if type(condition) == "table" and condition.type == name then
      return condition, condition.observedGeneration or status.observedGeneration
    end
  end
  return nil, nil
end

local message = ""
for _, name in ipairs(wanted) do
  local condition, observed = find(name)
  local generation = obj.metadata.generation
  if condition == nil then
    return answer("Progressing", "Waiting for condition " .. name)
  end
  if type(observed) ~= "number" then
    return answer("Progressing", "Condition " .. name .. " does not say which generation it is about")
  end
  if type(generation) == "number" and observed < generation then
    return answer("Progressing", "Waiting for condition " .. name .. " of the current generation")
  end
  message = type(condition.message) == "string" and condition.message or ""
  if condition.status == "False" then
    return answer("Degraded", message)
  end
  if condition.status ~= "True" then
    return answer("Progressing", "Condition " .. name .. " is unknown")
  end
end
return answer("Healthy", message)
`;
}

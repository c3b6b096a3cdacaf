import { LuaFactory, LuaLibraries } from "wasmoon";

/**
 * Runs a health check in a real Lua VM that has what Argo CD gives it: `obj`, and the base and table libraries
 * (argo-cd 3.6.1 `util/lua/lua.go`).
 */
export async function runLua(script: string, object: object): Promise<unknown> {
  const lua = await new LuaFactory().createEngine({ openStandardLibs: false, enableProxy: false });
  try {
    lua.global.loadLibrary(LuaLibraries.Base);
    lua.global.loadLibrary(LuaLibraries.Table);
    lua.global.set("obj", withoutNulls(object));
    return await lua.doString(script);
  } finally {
    lua.global.close();
  }
}

/** Argo CD makes nil of null, and a field that is nil is not there. */
function withoutNulls(value: object): object {
  return JSON.parse(JSON.stringify(value, (_, item) => item ?? undefined));
}

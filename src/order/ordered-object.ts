import { type Hook, readHook } from "../argo/hooks.ts";
import { countableWave, readWave } from "../argo/wave.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** An object and when it is applied: the wave its author gave it and the phases it runs in. */
export interface TimedObject {
  readonly manifest: Manifest;
  /** A number that can be counted with; see {@link countableWave}. */
  readonly wave: number;
  readonly hook: Hook;
}

/** The same, as the order sees it. */
export interface OrderedObject extends TimedObject {
  /** True for an object that carries a signer's policy. */
  readonly isPolicy: boolean;
}

/** Reads off an object when its author has it applied. */
export function timedObject(manifest: Manifest): TimedObject {
  const { annotations } = manifest;
  return { manifest, wave: countableWave(readWave(annotations).wave), hook: readHook(annotations) };
}

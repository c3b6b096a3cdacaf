import { UsageError } from "../../errors.ts";
import type { JsonObject } from "../../manifest/manifest.ts";
import { quote } from "../../quote.ts";
import { byName, fieldOf, listOf, sortedByName, withField, withoutField } from "./fields.ts";

/** What `*` in an image stands for: whatever the kustomization says already. */
const kept = "*";

/**
 * `kustomize edit set image`: what is given takes the place of what the kustomization says of the same image, and all
 * are sorted by name (kustomize 5.8 `kustomize/commands/edit/set/setimage.go`).
 */
export function setImages(before: JsonObject, images: readonly string[]): JsonObject {
  if (images.length === 0) return before;
  // The field `imageTags` is the older name of `images` (kustomize 5.8 `api/types/kustomization.go` FixKustomization).
  const known = byName([...listOf(before, "images"), ...listOf(before, "imageTags")]);
  const wanted = new Map(known);
  for (const image of images.map(parseImage)) {
    wanted.set(image.name, print(image, known.get(image.name)));
  }
  return withField(withoutField(before, "imageTags"), "images", sortedByName(wanted));
}

interface Image {
  readonly name: string;
  readonly newName: string;
  readonly newTag: string;
  readonly digest: string;
}

/** `[<image>=]<new name>[:<tag>][@<digest>]`. */
function parseImage(text: string): Image {
  const equals = text.indexOf("=");
  const value = equals < 0 ? text : text.slice(equals + 1);
  const { name, tag, digest } = splitImage(value);
  if (name === text) {
    throw new UsageError(`the image ${quote(text)} says nothing to change`, {
      hint: "write it as name=new-name, name:tag or name@digest, as for `kustomize edit set image`",
    });
  }
  const change = { newTag: tag, digest };
  return equals < 0
    ? { name, newName: "", ...change }
    : { name: text.slice(0, equals), newName: name, ...change };
}

/** kustomize 5.8 `api/internal/image/image.go` Split: a colon before the first slash belongs to a port. */
function splitImage(image: string): { readonly name: string; readonly tag: string; readonly digest: string } {
  const slash = Math.max(image.indexOf("/"), 0);
  const at = image.indexOf("@", slash);
  const colon = image.indexOf(":", slash);
  if (at < 0 && colon < 0) return { name: image, tag: "", digest: "" };
  if (at >= 0 && (at < colon || colon < 0)) {
    return { name: image.slice(0, at), tag: "", digest: image.slice(at + 1) };
  }
  if (at < 0) return { name: image.slice(0, colon), tag: image.slice(colon + 1), digest: "" };
  return { name: image.slice(0, colon), tag: image.slice(colon + 1, at), digest: image.slice(at + 1) };
}

function print(image: Image, known: JsonObject | undefined): JsonObject {
  const fields = (["newName", "newTag", "digest"] as const).map((field) => {
    const text = image[field] === kept ? ((known && fieldOf(known, field)) ?? "") : image[field];
    return [field, text] as const;
  });
  // A suffix of the tag is lost with the entry that it stood in, unless something of that entry is kept: then too.
  return { name: image.name, ...Object.fromEntries(fields.filter(([, text]) => text !== "")) };
}

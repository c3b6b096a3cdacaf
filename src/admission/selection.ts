/** What a selector says of a request; `error`: the API server cannot ask it and rejects the request. */
export interface Selection {
  readonly selected: "yes" | "no" | "error" | "unknown";
  readonly because: string;
}

export function selection(selected: Selection["selected"], because: string): Selection {
  return { selected, because };
}

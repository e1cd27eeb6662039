/**
 * Returns a function that loads a value on the first call and shares it. A call after `freshMs`
 * starts another load, and gets the old value until the new one is there. A failed first load is
 * not cached; a later one keeps the old value.
 * @param load gets the old value
 */
export function loadAgain<T>(
  load: (before: T | undefined) => Promise<T>,
  freshMs: number,
): () => Promise<T> {
  let loaded: { readonly value: T } | undefined;
  let first: Promise<T> | undefined;
  let begunAt = 0;
  const begin = async (): Promise<T> => {
    begunAt = performance.now();
    const value = await load(loaded?.value);
    loaded = { value };
    return value;
  };
  return async () => {
    if (!loaded) return (first ??= begin().finally(() => (first = undefined)));
    if (performance.now() - begunAt >= freshMs) begin().catch(() => undefined);
    return loaded.value;
  };
}

/** Everything up to the end. */
export async function all<Item>(
  items: AsyncIterable<Item> | Iterable<Item> | undefined,
): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items ?? []) list.push(item);
  return list;
}

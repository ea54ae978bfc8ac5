/**
 * Whether a path names a pair, and not this one: between the choice of a pair and its terminal the
 * address is ahead of the screen (docs/adr/order-form.md).
 */
export function isAnotherPair(path: string, { symbol }: { readonly symbol: string }): boolean {
  const named = /\/(?:spot|futures)\/((?:\w+\/)?\w+)\/?$/i.exec(path)?.[1]
  return named !== undefined && named.toUpperCase() !== symbol.toUpperCase()
}

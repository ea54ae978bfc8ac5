import { isPlainObject } from '@x/kit'

/**
 * Copies a tree of plain objects and arrays and applies `leaf` to every leaf. Other objects are
 * leaves.
 * @throws RangeError for a circular structure.
 */
export function mapLeaves(value: unknown, leaf: (value: unknown) => unknown): unknown {
  const ancestors = new Set<unknown>()
  const copyOf = (node: unknown): unknown => {
    if (!Array.isArray(node) && !isPlainObject(node)) return leaf(node)
    if (ancestors.has(node)) throw new RangeError('the parameters contain themselves')
    ancestors.add(node)
    // `fromEntries` defines properties, so a key named `__proto__` stays a key.
    const copy = Array.isArray(node)
      ? node.map(copyOf)
      : Object.fromEntries(Object.entries(node).map(([key, child]) => [key, copyOf(child)]))
    ancestors.delete(node)
    return copy
  }
  return copyOf(value)
}

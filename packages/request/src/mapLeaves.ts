import { isPlainObject } from '@x/kit'
/**
 * A copy of a tree of literals and arrays in which every leaf went through `leaf`; other objects
 * count as leaves. Throws a RangeError on a circle.
 */
export function mapLeaves(value: unknown, leaf: (value: unknown) => unknown): unknown {
  const trail = new Set<unknown>()
  const walk = (node: unknown): unknown => {
    if (!Array.isArray(node) && !isPlainObject(node)) return leaf(node)
    if (trail.has(node)) throw new RangeError('the parameters contain themselves')
    trail.add(node)
    // `fromEntries` defines properties: a key named `__proto__` stays a key.
    const copy = Array.isArray(node)
      ? node.map(walk)
      : Object.fromEntries(Object.entries(node).map(([key, child]) => [key, walk(child)]))
    trail.delete(node)
    return copy
  }
  return walk(value)
}

// Imports between the project's own files and folders, types included.
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from './sourceFiles.mjs'

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts']

/**
 * The relative imports of each file. Imports of packages are left out: packages cannot import each
 * other in a circle.
 * @param {readonly string[]} files Relative to `folder`.
 * @returns {Map<string, string[]>}
 */
export function importsOf(files, folder = root) {
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8')
      const imports = ts
        .preProcessFile(text, true, true)
        .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => resolve(path.posix.join(path.posix.dirname(file), fileName)))
        .filter((target) => target !== undefined && known.has(target))
      return [file, [...new Set(imports)]]
    }),
  )

  function resolve(target) {
    const clean = target.replace(/\?.*$/, '')
    return ENDINGS.map((ending) => clean + ending).find(
      (candidate) =>
        known.has(candidate) ||
        (existsSync(path.join(folder, candidate)) &&
          statSync(path.join(folder, candidate)).isFile()),
    )
  }
}

/**
 * The area of the web app that a file belongs to: `src/<area>`, or `src/features/<feature>`.
 * `undefined` for files outside of an area, such as `main.tsx`.
 * @param {string} file
 */
export function webAreaOf(file) {
  const [, area] = /^apps\/web\/src\/(features\/[^/]+|[^/]+)\//.exec(file) ?? []
  return area
}

/**
 * Areas of the web app that import each other, in pairs and longer circles. Each area may have
 * several folders: a circle of areas need not be one of folders.
 * @param {Map<string, readonly string[]>} imports Of files.
 */
export function areaCyclesOf(imports) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map()
  for (const [file, targets] of imports) {
    const from = webAreaOf(file)
    if (from === undefined) continue
    const found = graph.get(from) ?? new Set()
    graph.set(from, found)
    for (const to of targets.map(webAreaOf)) if (to !== undefined && to !== from) found.add(to)
  }
  return cyclesOf(new Map([...graph].map(([from, found]) => [from, [...found]])))
}

/** The same between folders: an edge from a file's folder to that of what it imports. */
export function folderImports(imports) {
  const edges = new Map()
  for (const [file, targets] of imports) {
    const from = path.posix.dirname(file)
    const found = edges.get(from) ?? new Set()
    edges.set(from, found)
    for (const target of targets) {
      const to = path.posix.dirname(target)
      if (to !== from) found.add(to)
    }
  }
  return new Map([...edges].map(([from, found]) => [from, [...found]]))
}

/**
 * Groups of nodes that reach each other (strongly connected components of two and more), each
 * sorted.
 * @param {Map<string, readonly string[]>} graph
 */
export function cyclesOf(graph) {
  const order = new Map()
  const low = new Map()
  /** @type {string[]} */
  const stack = []
  const onStack = new Set()
  /** @type {string[][]} */
  const cycles = []

  const visit = (node) => {
    order.set(node, order.size)
    low.set(node, order.get(node))
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (onStack.has(next)) low.set(node, Math.min(low.get(node), low.get(next)))
    }
    if (low.get(node) !== order.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    for (const member of group) onStack.delete(member)
    if (group.length > 1) cycles.push(group.toSorted((a, b) => (a < b ? -1 : 1)))
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return cycles.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

/**
 * Pairs of folders that import each other, and longer circles, as lists of folders. A folder and
 * one inside it make no cycle: a package's root composes its folders, and they use its types.
 * @param {Map<string, readonly string[]>} imports Of files.
 */
export function folderCyclesOf(imports) {
  const isInside = (inner, outer) => inner.startsWith(`${outer}/`)
  const graph = new Map(
    [...folderImports(imports)].map(([from, targets]) => [
      from,
      targets.filter((to) => !isInside(from, to) && !isInside(to, from)),
    ]),
  )
  const pairs = [...graph].flatMap(([from, targets]) =>
    targets.filter((to) => from < to && graph.get(to)?.includes(from)).map((to) => [from, to]),
  )
  const paired = new Set(pairs.flat())
  const longer = cyclesOf(graph).filter((group) => !group.some((folder) => paired.has(folder)))
  return [...pairs, ...longer].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

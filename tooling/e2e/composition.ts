import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** What the build wrote of itself: see apps/web/build/composition.ts. */
interface Composition {
  readonly modules: readonly string[]
  readonly imports: readonly (readonly number[])[]
  /** Of each script its modules, and how long each is in it. */
  readonly files: Readonly<Record<string, readonly (readonly [place: number, length: number])[]>>
}

export interface Script {
  readonly name: string
  readonly text: string
  /** KiB of brotli. */
  readonly size: number
}

/**
 * How many KiB of some scripts are there for a product alone: its share of each script, by the
 * modules that nobody else reaches, and what the names of its own files cost.
 *
 * @param places where the product is
 */
export function measureProduct(places: readonly RegExp[]) {
  const file = path.resolve(import.meta.dirname, '../../apps/web/dist/.vite/composition.json')
  const { modules, imports, files } = JSON.parse(readFileSync(file, 'utf8')) as Composition
  const isOf = (place: number) => places.some((each) => each.test(modules[place] ?? ''))
  const all = reached({ modules, imports }, () => true)
  const others = reached({ modules, imports }, (place) => !isOf(place))
  const own = new Set([...all].filter((place) => !others.has(place)))
  const shareOf = (name: string): number => {
    const parts = files[name] ?? []
    const length = (some: typeof parts) => some.reduce((sum, [, each]) => sum + each, 0)
    return length(parts.filter(([place]) => own.has(place))) / (length(parts) || 1)
  }
  const names = Object.keys(files)
    .filter((name) => shareOf(name) > 0.5)
    .map((name) => path.basename(name))
  const namesIn = ({ text, size }: Script): number => {
    const without = names.reduce((rest, name) => rest.replaceAll(name, ''), text)
    return without === text ? 0 : size - brotliCompressSync(without).length / 1024
  }
  return {
    modules: own.size,
    kibOf: (scripts: readonly Script[]): number =>
      scripts.reduce(
        (sum, script) => sum + shareOf(script.name) * script.size + namesIn(script),
        0,
      ),
  }
}

/** All modules that the app's page leads to, now or later. */
function reached(
  { modules, imports }: Pick<Composition, 'modules' | 'imports'>,
  isOpen: (place: number) => boolean,
): ReadonlySet<number> {
  const seen = new Set<number>()
  const queue = [modules.indexOf('apps/web/index.html')]
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    if (place < 0 || seen.has(place) || !isOpen(place)) continue
    seen.add(place)
    queue.push(...(imports[place] ?? []))
  }
  return seen
}

import { createHash } from 'node:crypto'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname, '../../..')
/** Of base 36. Each character more is a byte for each style sheet of the first load. */
const LENGTH = 4

/** Which file has which name: two of the same would be styled as one. */
const owners = new Map<string, string>()

/**
 * The name of a class of a CSS module in the built app: its own and a hash of the file's place, the
 * same on every machine. Without the line that Vite adds, each name is two bytes shorter.
 * @throws if another file has the same name already
 */
export function scopedName(name: string, file: string): string {
  const [place = ''] = path.relative(repository, file).replaceAll('\\', '/').split('?')
  const hash = createHash('sha256').update(place).digest().readUInt32BE()
  const scoped = `${name}_${hash.toString(36).padStart(LENGTH, '0').slice(-LENGTH)}`
  const owner = owners.get(scoped) ?? place
  if (owner !== place) throw new Error(`${scoped} would be a class of ${owner} and of ${place}`)
  owners.set(scoped, place)
  return scoped
}

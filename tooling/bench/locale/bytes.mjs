import { firstLoad } from '../bundle.mjs'
import { kb } from '../measure.mjs'
import { RUNTIME_BAR } from '../size.mjs'
import { RUNTIMES } from './runtimes.mjs'

const KB = 1024
const CORE_BAR = 4

export async function bytes() {
  const core = await firstLoad({ folder: 'packages/locale', code: "export * from '@x/locale'" })
  const rows = [
    {
      what: 'core: prefixes, preferences, currencies (brotli)',
      who: '@x/locale',
      measured: kb(core),
      bar: `<= ${CORE_BAR} KB`,
      holds: core <= CORE_BAR * KB,
    },
  ]
  for (const [index, { who, code, folder, external = [], alias = {} }] of RUNTIMES.entries()) {
    const size = await firstLoad({ code, folder, external, alias })
    rows.push({
      what: 'message runtime (brotli, React not counted)',
      who,
      measured: kb(size),
      ...(index === 0 ? { bar: `<= ${RUNTIME_BAR} KB`, holds: size <= RUNTIME_BAR * KB } : {}),
    })
  }
  return rows
}

import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { scopedName } from '../../../build/scopedName.ts'

const repository = path.resolve(import.meta.dirname, '../../../../..')
const file = (name: string) => path.join(repository, 'apps/web/src/features', name)

describe('the name of a class in the built app', () => {
  it('depends on its file alone, wherever the repository is', () => {
    expect(scopedName('lead', file('home/home.module.css'))).toBe('lead_usef')
    expect(scopedName('lead', `${file('home/home.module.css')}?used`)).toBe('lead_usef')
  })
  it('differs between files', () => {
    expect(scopedName('home', file('home/home.module.css'))).not.toBe(
      scopedName('home', file('markets/markets.module.css')),
    )
  })
})

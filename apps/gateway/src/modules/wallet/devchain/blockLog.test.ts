import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBlockLog } from './blockLog.ts'

let dir = ''
let file = ''
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'blocks-'))
  file = path.join(dir, 'chain/evm-a.jsonl')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const open = (chainId = 1) => openBlockLog(file, { chainId, now: () => 5_000 })

describe('the log of blocks (wallet 1)', () => {
  it('keeps blocks and the time of the first start', async () => {
    const log = await open()
    await log.append({ at: 6, txs: ['0xa', '0xb'] })
    await log.append({ at: 8, txs: [] }, { at: 9, txs: ['0xc'] })
    await log.close()
    const again = await openBlockLog(file, { chainId: 1, now: () => 99_000 })
    expect(again.genesisSeconds).toBe(5)
    expect(again.blocks).toEqual([
      { at: 6, txs: ['0xa', '0xb'] },
      { at: 8, txs: [] },
      { at: 9, txs: ['0xc'] },
    ])
    await again.close()
  })

  it('forgets blocks that a re-organisation took away', async () => {
    const log = await open()
    for (const at of [6, 7, 8]) await log.append({ at, txs: [] })
    await log.rollback(1)
    await log.append({ at: 9, txs: ['0xc'] })
    await log.close()
    const again = await open()
    expect(again.blocks.map(({ at }) => at)).toEqual([6, 9])
    await again.close()
  })

  it('cuts a torn line off and writes on after it', async () => {
    const log = await open()
    await log.append({ at: 6, txs: [] })
    await log.close()
    await appendFile(file, '{"b":[7,"0x')
    const torn = await open()
    await torn.append({ at: 8, txs: [] })
    await torn.close()
    expect((await readFile(file, 'utf8')).split('\n')).toEqual([
      '{"genesis":5,"chainId":1}',
      '{"b":[6]}',
      '{"b":[8]}',
      '',
    ])
  })

  it('refuses the log of another chain', async () => {
    await (await open()).close()
    await expect(open(2)).rejects.toThrow('no log of the chain 2')
  })
})

import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { openJournal, paymentOf, type JournalDisk, type JournalEntry } from './openJournal.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'signer-journal-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const disk: JournalDisk = { write: writeSync, sync: () => {} }
let files = 0
const newFile = (): string => path.join(dir, `journal-${++files}`)

const entry = (changes: Partial<JournalEntry> = {}): JournalEntry => ({
  name: 'withdrawal 1 0',
  digest: 'd',
  network: 'evm-a',
  sender: '0xhot',
  raw: '0x02',
  txHash: '0xab',
  nonce: 0,
  asset: 'ETH',
  atoms: '5',
  at: 1_000,
  ...changes,
})
const spent = (of: ReturnType<typeof openJournal>, since = 0, asset = 'ETH') =>
  of.spentSince({ network: 'evm-a', asset, since })

describe('a journal of what was signed (wallet 4)', () => {
  it('knows nothing before the first entry', () => {
    const journal = openJournal(newFile(), disk)
    expect(journal.find('withdrawal 1 0')).toBeUndefined()
    expect(journal.nextNonce('evm-a', '0xhot')).toBeUndefined()
    expect(journal.spenderOf('ltc', 'ab:0')).toBeUndefined()
    expect(spent(journal)).toBe(0n)
    journal.close()
  })

  it('answers the same after a restart', () => {
    const file = newFile()
    const first = openJournal(file, disk)
    const spend = entry({ name: 'spend 2 0', network: 'ltc', inputs: ['ab:0:400:hot'] })
    for (const each of [entry(), spend]) first.append(each)
    first.close()
    const second = openJournal(file, disk)
    expect(second.find('withdrawal 1 0')).toEqual(entry())
    expect(second.find('spend 2 0')).toEqual(spend)
    expect(second.nextNonce('evm-a', '0xhot')).toBe(1)
    expect(second.spenderOf('ltc', 'ab:0:400:hot')).toBe('spend 2')
    expect(spent(second)).toBe(5n)
    second.close()
  })

  it('is readable by its owner alone', () => {
    const file = newFile()
    openJournal(file, disk).close()
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('has an entry on disk before it is found', () => {
    const seen: boolean[] = []
    const file = newFile()
    const journal = openJournal(file, {
      write: writeSync,
      sync: () => void seen.push(journal.find('withdrawal 1 0') !== undefined),
    })
    journal.append(entry())
    expect([seen, journal.find('withdrawal 1 0') !== undefined]).toEqual([[false], true])
    journal.close()
  })

  it('writes on where a disk takes few bytes at a time', () => {
    const file = newFile()
    const slow = {
      ...disk,
      write: (to: number, bytes: Uint8Array, from: number, length: number) =>
        writeSync(to, bytes, from, Math.min(length, 7)),
    }
    const journal = openJournal(file, slow)
    journal.append(entry({ raw: 'é'.repeat(40) }))
    journal.close()
    expect(openJournal(file, disk).find('withdrawal 1 0')?.raw).toBe('é'.repeat(40))
  })
})

describe('a journal that ends in the middle of a line', () => {
  const halves = (text: string): string => {
    const file = newFile()
    const journal = openJournal(file, disk)
    journal.append(entry())
    journal.close()
    appendFileSync(file, text)
    return file
  }

  it.each(['{', '{"name":"withdrawal 2 0"', 'é', JSON.stringify(entry({ name: 'half 1 0' }))])(
    'cuts off %s, and goes on behind the last whole line',
    (text) => {
      const file = halves(text)
      const journal = openJournal(file, disk)
      expect(journal.find('half 1 0')).toBeUndefined()
      journal.append(entry({ name: 'withdrawal 3 0', nonce: 1 }))
      journal.close()
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      expect(lines.map((line) => (JSON.parse(line) as JournalEntry).name)).toEqual([
        'withdrawal 1 0',
        'withdrawal 3 0',
      ])
    },
  )

  it('cuts off a file that has half a line only', () => {
    const file = newFile()
    appendFileSync(file, '{"name":"withd')
    openJournal(file, disk).close()
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  it('does not start over a whole line that is no entry', () => {
    expect(() => openJournal(halves('nonsense\n'), disk)).toThrow(SyntaxError)
  })
})

describe('a disk that fails', () => {
  it('makes the journal refuse whatever follows half a line', () => {
    const file = newFile()
    let isFull = false
    const journal = openJournal(file, {
      ...disk,
      write(to, bytes, from, length) {
        if (isFull && from > 0) throw new Error('ENOSPC')
        return writeSync(to, bytes, from, isFull ? 10 : length)
      },
    })
    journal.append(entry())
    isFull = true
    expect(() => journal.append(entry({ name: 'withdrawal 2 0', nonce: 1 }))).toThrow('ENOSPC')
    isFull = false
    expect(() => journal.append(entry({ name: 'withdrawal 3 0', nonce: 1 }))).toThrow('failed')
    expect(journal.find('withdrawal 2 0')).toBeUndefined()
    journal.close()
    const again = openJournal(file, disk)
    expect(again.nextNonce('evm-a', '0xhot')).toBe(1)
    expect(again.find('withdrawal 3 0')).toBeUndefined()
    again.close()
  })

  it('makes it refuse after bytes that may not be on disk', () => {
    let isBroken = true
    const journal = openJournal(newFile(), {
      ...disk,
      sync() {
        if (isBroken) throw new Error('EIO')
      },
    })
    expect(() => journal.append(entry())).toThrow('EIO')
    isBroken = false
    expect(() => journal.append(entry())).toThrow('failed')
    expect(journal.nextNonce('evm-a', '0xhot')).toBeUndefined()
    journal.close()
  })
})

describe('nonces of senders (W4)', () => {
  it('are counted by network and by sender', () => {
    const journal = openJournal(newFile(), disk)
    journal.append(entry({ nonce: 4 }))
    journal.append(entry({ name: 'sweep 1 0', sender: '0xuser', nonce: 0 }))
    journal.append(entry({ name: 'withdrawal 2 0', network: 'evm-b', nonce: 9 }))
    const next = (network: string, sender: string) => journal.nextNonce(network, sender)
    expect([next('evm-a', '0xhot'), next('evm-a', '0xuser'), next('evm-b', '0xhot')]).toEqual([
      5, 1, 10,
    ])
    journal.close()
  })

  it('stay where they are for a replacement', () => {
    const journal = openJournal(newFile(), disk)
    for (const [nonce, name] of [
      [4, 'withdrawal 1 0'],
      [5, 'withdrawal 2 0'],
      [4, 'withdrawal 1 1'],
    ] as const)
      journal.append(entry({ nonce, name }))
    expect(journal.nextNonce('evm-a', '0xhot')).toBe(6)
    journal.close()
  })
})

describe('outputs that are spent (W4)', () => {
  it('name their payment without its replacement', () => {
    const journal = openJournal(newFile(), disk)
    const inputs = ['ab:0:400:hot', 'ab:1:500:3']
    journal.append(entry({ name: 'spend 7 0', network: 'ltc', inputs }))
    journal.append(entry({ name: 'spend 7 1', network: 'ltc', inputs }))
    expect(journal.spenderOf('ltc', 'ab:1')).toBe('spend 7')
    expect(journal.spenderOf('ltc', 'ab:2')).toBeUndefined()
    expect(journal.spenderOf('btc', 'ab:1')).toBeUndefined()
    journal.close()
  })

  it('are found under another amount: one output is one', () => {
    const journal = openJournal(newFile(), disk)
    journal.append(entry({ name: 'spend 7 0', network: 'ltc', inputs: ['ab:0:400:hot'] }))
    expect(journal.spenderOf('ltc', 'ab:0:401:5')).toBe('spend 7')
    journal.close()
  })

  it.each([
    ['withdrawal 1 0', 'withdrawal 1'],
    ['consolidate c:1_2-3 5', 'consolidate c:1_2-3'],
  ])('take the payment of "%s" for "%s"', (name, payment) => {
    expect(paymentOf(name)).toBe(payment)
  })
})

describe('what left in an hour (wallet 4)', () => {
  const filled = (...entries: readonly Partial<JournalEntry>[]) => {
    const journal = openJournal(newFile(), disk)
    entries.forEach((each, at) => journal.append(entry({ name: `withdrawal ${at} 0`, ...each })))
    return journal
  }

  it('counts from the moment on, that moment with it', () => {
    const journal = filled(
      { at: 10, atoms: '1' },
      { at: 20, atoms: '10' },
      { at: 30, atoms: '100' },
    )
    expect([0, 10, 11, 20, 21, 30, 31].map((since) => spent(journal, since))).toEqual([
      111n,
      111n,
      110n,
      110n,
      100n,
      100n,
      0n,
    ])
    journal.close()
  })

  it('counts each asset of each network apart', () => {
    const journal = filled(
      { atoms: '1' },
      { atoms: '10', asset: 'USDT' },
      { atoms: '100', network: 'evm-b' },
    )
    expect([spent(journal), spent(journal, 0, 'USDT'), spent(journal, 0, 'LTC')]).toEqual([
      1n,
      10n,
      0n,
    ])
    journal.close()
  })

  it('leaves out what has no amount', () => {
    const { asset: _asset, atoms: _atoms, ...sweep } = entry({ name: 'sweep 1 0' })
    const journal = openJournal(newFile(), disk)
    journal.append(sweep)
    expect(spent(journal)).toBe(0n)
    journal.close()
  })

  it('counts what left before the clock was set back', () => {
    const journal = filled({ at: 5_000, atoms: '7' }, { at: 100, atoms: '2' })
    expect(spent(journal, 4_000)).toBe(9n)
    journal.close()
  })

  it('is the sum of a plain count, while the clock goes forward', () => {
    const steps = fc.array(fc.tuple(fc.nat(50), fc.nat(1_000), fc.constantFrom('ETH', 'USDT')), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(steps, fc.nat(600), (list, since) => {
        let now = 0
        const entries = list.map(([pause, atoms, asset], at) => {
          now += pause
          return entry({ name: `withdrawal ${at} 0`, at: now, atoms: String(atoms), asset })
        })
        const journal = filled(...entries)
        const plain = entries
          .filter(({ at, asset }) => at >= since && asset === 'ETH')
          .reduce((sum, { atoms }) => sum + BigInt(atoms ?? 0), 0n)
        expect(spent(journal, since)).toBe(plain)
        journal.close()
      }),
      { numRuns: 25 },
    )
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import type { Answer, TestClient, Wire } from '../../testing/createTestClient.ts'

const PATH = '/v1/spot/order/open'

let gateway: TestGateway
let client: TestClient
let reasons: string[] = []
beforeAll(async () => {
  const note = (message: string, fields: Readonly<Record<string, unknown>> = {}) =>
    void (message === 'A signature was refused' && reasons.push(String(fields['reason'])))
  gateway = await createTestGateway({ log: { info() {}, warn: note, error: note } })
  client = gateway.client()
  await client.register('order@example.com')
})
afterAll(() => gateway.stop())

interface Row {
  readonly code: string
  /**
   * What the gateway's log calls it; rows 2 and 4, 3 and 6 share a code. A row without one is
   * refused before any signature is looked at.
   */
  readonly reason?: string
  /** Makes the honest request break this row. */
  break?(wire: Wire): Wire
  /** Milliseconds between the stamp and the arrival. */
  readonly late?: number
  /** The honest request was sent before. */
  readonly isReplay?: true
}
const header =
  (name: string, value: (old: string) => string | undefined) =>
  (wire: Wire): Wire => {
    const changed = value(wire.headers[name] ?? '')
    const { [name]: _, ...others } = wire.headers
    return { ...wire, headers: changed === undefined ? others : { ...others, [name]: changed } }
  }
const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)

/** Wire 7, rows 0 to 6, each broken in a way that leaves the others whole. */
const ROWS: readonly Row[] = [
  { code: '401', break: header('cookie', () => undefined) },
  { code: '00020', reason: 'key-missing', break: header('device-sign-key', () => undefined) },
  { code: '00021', reason: 'mode-differs', break: header('device-sign-mode', () => '2') },
  { code: '00022', reason: 'time-out-of-window', late: 60_001 },
  {
    code: '00021',
    reason: 'data-md5-differs',
    break: header(
      'device-sign-data-md5',
      (md5) => (md5.startsWith('0') ? '1' : '0') + md5.slice(1),
    ),
  },
  { code: '00023', reason: 'signature-wrong', break: header('device-sign', flipped) },
  { code: '00022', reason: 'replayed', isReplay: true },
]

/** Sends one request that breaks the given rows. */
async function send(
  rows: readonly Row[],
): Promise<{ code: string; reason: string | undefined; header: unknown }> {
  let honest: Wire | undefined
  if (rows.some(({ isReplay }) => isReplay))
    expect(await client.get(PATH, { tamper: (wire) => (honest = wire) })).toMatchObject({
      code: '0',
    })
  reasons = []
  const late = rows.reduce((sum, row) => sum + (row.late ?? 0), 0)
  const answer = await exchange((signed) => {
    gateway.clock.jump(late)
    return rows.reduce<Wire>(
      (wire, row) => row.break?.(wire) ?? wire,
      honest ? withCookie(honest) : signed,
    )
  })
  gateway.clock.jump(-late)
  return { code: answer.code, reason: reasons[0], header: answer.headers['gw-sign-error'] }
}

const withCookie = (wire: Wire): Wire => ({
  ...wire,
  headers: {
    ...wire.headers,
    cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
  },
})

/**
 * The cookie travels in the tampered request itself, so that a row can take it away: the jar is
 * empty meanwhile.
 */
async function exchange(tamper: (wire: Wire) => Wire): Promise<Answer> {
  const jar = [...client.cookies]
  const answer = await client.get(PATH, {
    tamper(signed) {
      const wire = tamper(withCookie(signed))
      client.cookies.clear()
      return wire
    },
  })
  for (const [name, value] of jar) client.cookies.set(name, value)
  return answer
}

const numbered = ROWS.map((row, index) => [index, row] as const)
const pairs = numbered.flatMap(([low, first]) =>
  numbered
    .filter(([high]) => high > low)
    .map(([high, second]) => [low, high, first, second] as const),
)

describe('the order of the verdicts (wire 7)', () => {
  it.each(numbered)('gives row %i its own verdict when it fails alone', async (_, row) => {
    expect(await send([row])).toEqual({
      code: row.code,
      reason: row.reason,
      header: row.reason && row.code,
    })
  })

  it('a request that breaks no row passes', async () => {
    expect(await send([])).toEqual({ code: '0', reason: undefined, header: undefined })
  })

  it.each(pairs)(
    'gives the verdict of the earlier of failed rows %i and %i',
    async (_low, _high, first, second) => {
      expect(await send([first, second])).toEqual({
        code: first.code,
        reason: first.reason,
        header: first.reason && first.code,
      })
      expect(await send([second, first])).toMatchObject({ code: first.code, reason: first.reason })
    },
  )

  it('gives the first failed row’s verdict as rows are mended in turn', async () => {
    for (let from = 0; from < ROWS.length; from++)
      expect(await send(ROWS.slice(from))).toMatchObject({
        code: ROWS[from]!.code,
        reason: ROWS[from]!.reason,
      })
  })

  it('leaves the trace id unused unless the last row refuses', async () => {
    for (const row of ROWS.slice(0, 6)) {
      let honest: Wire | undefined
      const refused = await exchange((wire) => {
        honest = wire
        gateway.clock.jump(row.late ?? 0)
        return row.break?.(wire) ?? wire
      })
      gateway.clock.jump(-(row.late ?? 0))
      expect(refused.code).toBe(row.code)
      expect(await exchange(() => honest!)).toMatchObject({ code: '0' })
    }
  })
})

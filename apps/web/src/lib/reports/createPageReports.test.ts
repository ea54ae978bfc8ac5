import { createManualClock, createRecordingReporter } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createPageReports } from './createPageReports.ts'

function setup({ isOnline = true } = {}) {
  const sent: { path: string; body: Record<string, unknown> }[] = []
  const also = createRecordingReporter()
  const page = { isOnline, href: 'https://trade.example/en/spot/BTCUSDT?actCode=abc#top' }
  const clock = createManualClock(1_700_000_000_000)
  const reports = createPageReports({
    clock,
    isOnline: () => page.isOnline,
    href: () => page.href,
    beacon: (path, body) => (
      sent.push({ path, body: JSON.parse(body) as Record<string, unknown> }),
      true
    ),
    also,
  })
  return { sent, also, page, clock, reports }
}
const violation = {
  effectiveDirective: 'img-src',
  blockedURI: 'https://evil.example/x.png?uid=7',
  sourceFile: 'https://trade.example/assets/a.js?v=1',
  lineNumber: 12,
}

describe('reports of a page', () => {
  it('sends a report to the error log and to its second reporter (spec 8)', async () => {
    const { reports, sent, also } = setup()
    reports.report({ kind: 'request-failed', detail: { status: 'timeout', tries: 2 } })
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent).toEqual([
      {
        path: '/v1/buried/log/clientError',
        body: {
          kind: 'request-failed',
          detail: 'status=timeout tries=2',
          page: 'https://trade.example/en/spot/BTCUSDT',
        },
      },
    ])
    expect(also.reports).toEqual([
      { kind: 'request-failed', detail: { status: 'timeout', tries: 2 } },
    ])
  })

  it('sends a policy violation without its queries (spec 7.5)', async () => {
    const { reports, sent } = setup()
    reports.violation(violation)
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent).toEqual([
      {
        path: '/v1/buried/log/cspSecurity',
        body: {
          bizType: 'cspSecurity',
          data: {
            event: { effectiveDirective: 'img-src', blockedURI: 'https://evil.example/x.png' },
            reason: 'https://trade.example/assets/a.js:12',
          },
          timestamp: 1_700_000_000_000,
          page: 'https://trade.example/en/spot/BTCUSDT',
        },
      },
    ])
  })

  it('sends at most ten of each kind and none twice', async () => {
    const { reports, sent } = setup()
    for (let n = 0; n < 30; n++) {
      reports.violation({ ...violation, blockedURI: `https://evil.example/${n}` })
      reports.violation({ ...violation, blockedURI: `https://evil.example/${n}` })
      reports.report({ kind: `fault-${n}` })
    }
    await expect.poll(() => sent).toHaveLength(20)
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(20)
  })

  it('keeps reports while offline, with page and time of origin', async () => {
    const { reports, sent, page, clock } = setup({ isOnline: false })
    reports.violation(violation)
    reports.report({ kind: 'sdk-load' })
    await clock.advance(60_000)
    page.href = 'https://trade.example/en/asset'
    expect(sent).toEqual([])
    page.isOnline = true
    reports.retry()
    await expect.poll(() => sent).toHaveLength(2)
    expect(sent.map(({ body }) => body['page'])).toEqual(
      Array.from({ length: 2 }, () => 'https://trade.example/en/spot/BTCUSDT'),
    )
    expect(sent.find(({ path }) => path.endsWith('cspSecurity'))?.body['timestamp']).toBe(
      1_700_000_000_000,
    )
  })
})

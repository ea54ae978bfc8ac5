import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { type LogFields, silentLog } from '../../platform/log/Log.ts'
import type { GatewayRequest } from '../../platform/http/route.ts'
import { createCspModule } from './module.ts'
import { readViolations } from './readViolations.ts'

const found = {
  page: 'https://trade.example/en/spot',
  directive: 'script-src-elem',
  blocked: 'https://evil.example/x.js',
}

describe('violations of the content policy (spec 7.5)', () => {
  it("reads the app's form", () => {
    const event = {
      effectiveDirective: 'script-src-elem',
      blockedURI: 'https://evil.example/x.js?user=1',
    }
    expect(
      readViolations({
        bizType: 'csp',
        data: { event, reason: 'blocked' },
        timestamp: 1,
        page: 'https://trade.example/en/spot?code=1',
      }),
    ).toEqual([{ ...found, reason: 'blocked' }])
  })
  it("reads the app's form with the event by name", () => {
    expect(
      readViolations({
        bizType: 'csp',
        data: { event: 'script-src-elem', reason: 'x' },
        page: '/en',
      }),
    ).toEqual([{ page: '/en', directive: 'script-src-elem', blocked: '', reason: 'x' }])
  })
  it('reads the form of report-uri', () => {
    expect(
      readViolations({
        'csp-report': {
          'document-uri': `${found.page}#top`,
          'effective-directive': found.directive,
          'blocked-uri': found.blocked,
        },
      }),
    ).toEqual([found])
    expect(
      readViolations({
        'csp-report': {
          'document-uri': found.page,
          'violated-directive': 'img-src',
          'blocked-uri': 'inline',
        },
      }),
    ).toEqual([{ page: found.page, directive: 'img-src', blocked: 'inline' }])
  })
  it('reads the Reporting API and ignores other reports', () => {
    const report = {
      type: 'csp-violation',
      url: found.page,
      body: {
        documentURL: found.page,
        effectiveDirective: found.directive,
        blockedURL: found.blocked,
      },
    }
    expect(readViolations([report, { type: 'deprecation', body: {} }, null])).toEqual([found])
    expect(readViolations(Array.from({ length: 50 }, () => report))).toHaveLength(20)
  })
  it.each([undefined, null, 'text', 7, {}, { data: 'x' }])('%j is none', (value) =>
    expect(readViolations(value)).toBeUndefined(),
  )
  it('are cut to a length that a log can hold', () => {
    expect(readViolations({ data: { reason: 'x'.repeat(9_000) }, page: 7 })?.[0]).toMatchObject({
      page: '',
      reason: 'x'.repeat(300),
    })
  })
})

describe('the log of violations', () => {
  const lines: LogFields[] = []
  const log = { ...silentLog, warn: (_: string, fields: LogFields = {}) => void lines.push(fields) }
  const [route] = createCspModule({
    log,
    store: createMemoryTtlStore({ clock: createManualClock() }),
  }).routes
  const send = (rawBody: string, address = '192.0.2.1') =>
    route!.handler({ rawBody, address, headers: {} } as GatewayRequest)

  it('takes the browsers’ media types', () => {
    expect(route?.consumes).toEqual([
      'application/csp-report',
      'application/reports+json',
      'text/plain',
    ])
  })
  it('writes one line each', async () => {
    await send(JSON.stringify({ data: { event: found.directive, reason: 'r' }, page: found.page }))
    expect(lines).toEqual([
      { page: found.page, directive: found.directive, blocked: '', reason: 'r' },
    ])
  })
  it.each(['', '{', '{}'])('refuses %j', async (body) => {
    await expect(send(body)).rejects.toMatchObject({ code: '40010', data: { field: 'data' } })
  })
  it('logs sixty a minute from one address', async () => {
    const body = JSON.stringify({ data: {}, page: '/' })
    for (let time = 0; time < 60; time++) await send(body, '192.0.2.2')
    await expect(send(body, '192.0.2.2')).rejects.toMatchObject({ code: '42901' })
  })
})

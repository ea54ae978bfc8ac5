import { describe, expect, it } from 'vitest'
import { createWireProfile, GS1 } from './wire.ts'

describe('createWireProfile', () => {
  it('is GS1 without changes', () => {
    expect(createWireProfile({})).toEqual(GS1)
  })

  it('replaces single members and keeps the others', () => {
    const endpoints = { '/api/auth/login': ['password'] }
    const profile = createWireProfile({ timeLength: 9, login: { endpoints } })
    expect(profile).toEqual({ ...GS1, timeLength: 9, login: { ...GS1.login, endpoints } })
  })

  it('changes another profile', () => {
    const first = createWireProfile({ headers: { tm: 'x-time' } })
    const second = createWireProfile({ headers: { traceId: 'x-trace' } }, first)
    expect(second.headers).toEqual({ ...GS1.headers, tm: 'x-time', traceId: 'x-trace' })
  })
})

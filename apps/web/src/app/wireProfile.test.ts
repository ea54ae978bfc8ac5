import { ENCRYPTED_ENDPOINTS, SENSITIVE_FIELDS } from '@x/gateway-sign'
import { describe, expect, it } from 'vitest'
import routes from '../../../gateway/src/testing/encryptedRoutes.json' with { type: 'json' }
import { WIRE_PROFILE } from './wireProfile.ts'

const { endpoints } = WIRE_PROFILE.login

describe('what the app encrypts (spec 7.10)', () => {
  it('is what the gateway reads encrypted, no more and no less', () => {
    expect(Object.keys(endpoints).sort()).toEqual(routes)
  })
  it('holds every endpoint of the specification with all its fields', () => {
    expect(endpoints).toMatchObject(ENCRYPTED_ENDPOINTS)
    expect(Object.values(endpoints).every((fields) => fields === SENSITIVE_FIELDS)).toBe(true)
  })
})

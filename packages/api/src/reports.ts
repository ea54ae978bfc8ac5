import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'

const post = { method: 'POST', access: 'public', signing: 'none' } as const

/** Reports that pages send without being asked. */
export const reports = {
  contentPolicy: endpoint({
    ...post,
    path: '/v1/buried/log/cspSecurity',
    summary: 'Violations of the content policy, in the form of the app or of the browsers.',
    consumes: ['application/csp-report', 'application/reports+json', 'text/plain'],
    response: Type.Null(),
    errors: [],
  }),
  clientError: endpoint({
    ...post,
    path: '/v1/buried/log/clientError',
    summary: 'An error of a page: kind, message?, detail?, page?.',
    consumes: ['application/json', 'text/plain'],
    response: Type.Null(),
    errors: [],
  }),
} as const

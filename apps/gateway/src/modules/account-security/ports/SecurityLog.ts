import type { SecurityEvent, SecurityEventKind } from '@x/api'
import type { GatewayRequest } from '../../../platform/http/route.ts'

export interface RecordOptions {
  readonly userId: string
  readonly kind: SecurityEventKind
}

/** The log-ins and changes of an account, as its owner reads them. */
export interface SecurityLog {
  record(
    request: Pick<GatewayRequest, 'address' | 'headers' | 'session'>,
    options: RecordOptions,
  ): Promise<void>
  /** A log-in; from an unknown device it is reported by mail, but for the first of an account. */
  login(
    request: GatewayRequest,
    options: { readonly userId: string; readonly isNewDevice: boolean },
  ): Promise<void>
  /** The latest first, before the entry `cursor`. */
  list(
    userId: string,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<readonly SecurityEvent[]>
  /** When an entry of the user happened; `undefined`: there is no such entry. */
  timeOf(userId: string, eventId: string): Promise<number | undefined>
  /** Forgets what is older than 90 days. */
  purge(): Promise<void>
}

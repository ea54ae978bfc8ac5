import { useState } from 'react'
import type { ApiKey } from '../../data/account/api.ts'
import { changeAccount, refetchAccount } from '../../data/account/changes.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useApiKeyMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { accountText } from '../auth/index.ts'
import type { WantedKey } from './KeyDialog.tsx'
import type { MadeKey } from './NewKeyDialog.tsx'
import { useStepUp } from './stepUp.ts'

const PARAMETER_INVALID = '40010'
const FIELD_TEXTS = {
  publicKey: 'apiKeys.refused.publicKey',
  addresses: 'apiKeys.refused.addresses',
  label: 'apiKeys.refused.label',
  permissions: 'apiKeys.refused.permissions',
  symbols: 'apiKeys.refused.symbols',
} as const

/** Which dialog is open: of a new key, of the key to change, or of the key just made. */
export type KeyDialogState = 'create' | { readonly of: ApiKey } | { readonly made: MadeKey }

/**
 * Creates, changes and revokes keys of an account, each after a step-up; `''` is the own account.
 */
export function useKeyChanges(account: string) {
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const t = useApiKeyMessages()
  const prove = useStepUp()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [dialog, setDialog] = useState<KeyDialogState>()
  const owner = account === '' ? {} : { account }

  /** `undefined`: refused, or the user left the step-up. */
  async function change<T>(run: (verifyToken: string) => Promise<T>): Promise<T | undefined> {
    setBusy(true)
    setError(undefined)
    try {
      const verifyToken = await prove('apiKey')
      if (verifyToken === undefined) return undefined
      const done = await run(verifyToken)
      dispatch(refetchAccount())
      return done
    } catch (failure) {
      setError(refusalText(failure))
      return undefined
    } finally {
      setBusy(false)
    }
  }

  function refusalText(failure: unknown): string {
    const { code, field = '' } = failureOf(failure)
    return code === PARAMETER_INVALID && Object.hasOwn(FIELD_TEXTS, field)
      ? t(FIELD_TEXTS[field as keyof typeof FIELD_TEXTS])
      : accountText(failure, t)
  }

  return {
    isBusy,
    error,
    dialog,
    begin(of?: ApiKey) {
      setError(undefined)
      setDialog(of ? { of } : 'create')
    },
    close: () => setDialog(undefined),
    async create(wanted: WantedKey) {
      const made = await change((verifyToken) =>
        dispatch(changeAccount('POST /v1/user/api/create', { ...wanted, ...owner, verifyToken })),
      )
      if (made) setDialog({ made: { apiKey: made.key.apiKey, secret: made.secret } })
    },
    async edit({ apiKey }: ApiKey, { label, permissions, addresses, symbols }: WantedKey) {
      const wanted = { apiKey, label, permissions, addresses, symbols }
      const changed = await change((verifyToken) =>
        dispatch(changeAccount('POST /v1/user/api/change', { ...wanted, ...owner, verifyToken })),
      )
      if (!changed) return
      setDialog(undefined)
      toasts.success(t('apiKeys.edited'))
    },
    async revoke({ apiKey }: ApiKey) {
      const revoked = await change((verifyToken) =>
        dispatch(changeAccount('POST /v1/user/api/remove', { apiKey, ...owner, verifyToken })),
      )
      if (revoked) toasts.success(t('apiKeys.revoked'))
    },
  }
}

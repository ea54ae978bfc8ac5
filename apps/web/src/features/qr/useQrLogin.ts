import type { QrStatus } from '@x/api'
import { useEffect, useEffectEvent, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppServices } from '../../data/services/appServices.ts'
import { type EntryAnswer, useEntry } from '../auth/index.ts'

export type { QrStatus }

interface QrCode {
  readonly serialNO: string
  readonly token: string
}

/** Milliseconds between two questions. */
const POLL = 2_000
const WAITING: ReadonlySet<QrStatus> = new Set(['new', 'scanned'])

/**
 * A code to show, what became of it, and the way in once it was allowed. Nothing is asked while
 * nobody looks.
 */
export function useQrLogin() {
  const { client } = useAppServices()
  const { clock, visibility } = useServices()
  const entry = useEntry()
  const [round, setRound] = useState(0)
  const [code, setCode] = useState<QrCode>()
  const [status, setStatus] = useState<QrStatus>('new')
  const attempt = useEffectEvent(entry.attempt)

  useEffect(() => {
    let isWanted = true
    void attempt(async () => {
      const made = await client.post<QrCode>('/user/qr/create', { silent: true })
      if (isWanted) setCode(made)
      return undefined
    })
    return () => void (isWanted = false)
  }, [client, round])

  useEffect(() => {
    if (!code || !WAITING.has(status)) return undefined
    const { serialNO, token } = code
    const aborted = new AbortController()
    const ask = async (): Promise<void> => {
      if (visibility.isVisible()) {
        const answer = await client
          .post<{ status: QrStatus }>('/user/qr/getQrKeyStatus', {
            data: { serialNO, token },
            silent: true,
            signal: aborted.signal,
          })
          .catch(() => undefined)
        if (aborted.signal.aborted) return
        // No response is no verdict: the next poll may succeed.
        if (answer && answer.status !== status) return setStatus(answer.status)
      }
      timer = clock.after(POLL, () => void ask())
    }
    let timer = clock.after(POLL, () => void ask())
    return () => {
      timer.cancel()
      aborted.abort()
    }
  }, [client, clock, visibility, code, status])

  useEffect(() => {
    if (status === 'confirmed' && code)
      void attempt(() =>
        client.post<EntryAnswer>('/user/qr/verifySystemLogin', {
          data: { serialNO: code.serialNO, token: code.token },
          silent: true,
        }),
      )
  }, [client, code, status])

  return {
    serialNO: code?.serialNO,
    status,
    error: entry.error,
    renew() {
      setCode(undefined)
      setStatus('new')
      setRound(round + 1)
    },
  }
}

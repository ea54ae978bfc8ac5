import { useEffect, useEffectEvent, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import {
  createQrCode,
  logInByQrCode,
  type QrCode,
  type QrStatus,
  readQrStatus,
} from '../../data/qr-login/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useEntry } from '../auth/index.ts'

export type { QrStatus }

/** Milliseconds between two questions. */
const POLL = 2_000
const WAITING: ReadonlySet<QrStatus> = new Set(['new', 'scanned'])

/**
 * A code to show, what became of it, and the way in once it was allowed. Nothing is asked while
 * nobody looks.
 */
export function useQrLogin() {
  const dispatch = useAppDispatch()
  const { clock, visibility } = useServices()
  const entry = useEntry()
  const [round, setRound] = useState(0)
  const [code, setCode] = useState<QrCode>()
  const [status, setStatus] = useState<QrStatus>('new')
  const attempt = useEffectEvent(entry.attempt)

  useEffect(() => {
    let isWanted = true
    void attempt(async () => {
      const made = await dispatch(createQrCode())
      if (isWanted) setCode(made)
      return undefined
    })
    return () => void (isWanted = false)
  }, [dispatch, round])

  useEffect(() => {
    if (!code || !WAITING.has(status)) return undefined
    const aborted = new AbortController()
    const ask = async (): Promise<void> => {
      if (visibility.isVisible()) {
        const answer = await dispatch(readQrStatus(code, { signal: aborted.signal })).catch(
          () => undefined,
        )
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
  }, [dispatch, clock, visibility, code, status])

  useEffect(() => {
    if (status === 'confirmed' && code) void attempt(() => dispatch(logInByQrCode(code)))
  }, [dispatch, code, status])

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

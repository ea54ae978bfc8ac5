import { useEffect, useState } from 'react'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import type { OrderDoor } from './createOrderDoor.ts'

type Own = typeof import('./ownForm.ts')
export interface OwnForm
  extends
    Pick<Own, 'AverageLine' | 'checkDraft' | 'missingText' | 'problemText' | 'unreadField'>,
    OrderDoor {}

/** `isLost`: it could not be had so far, and is asked for again. */
export interface OwnFormState {
  readonly own: OwnForm | undefined
  readonly isLost: boolean
}

const AGAIN_MS = 3000
const load = () => import('./ownForm.ts')

/**
 * What judges and sends orders comes with the user who can send one; a guest's draft
 * is not judged, and not ready.
 */
export function useOwnForm({
  spec,
  isNeeded,
  fetchOwn = load,
}: {
  readonly spec: SpotSymbol
  readonly isNeeded: boolean
  readonly fetchOwn?: () => Promise<Own>
}): OwnFormState {
  const services = useServices()
  const dispatch = useAppDispatch()
  const [own, setOwn] = useState<OwnForm | undefined>(undefined)
  const [failures, setFailures] = useState(0)
  const { clock } = services
  useEffect(() => {
    if (!isNeeded || own) return
    let isGone = false
    const fetchIt = async () => {
      const found = await fetchOwn().catch(() => undefined)
      if (isGone) return
      if (!found) return setFailures((count) => count + 1)
      const { createOrderDoor, ...rest } = found
      setOwn({ ...rest, ...createOrderDoor({ spec, services, dispatch }) })
    }
    if (failures === 0) void fetchIt()
    // By itself: a trader whose draft is written has nothing left to change.
    const timer = failures === 0 ? undefined : clock.after(AGAIN_MS, () => void fetchIt())
    return () => {
      isGone = true
      timer?.cancel()
    }
  }, [isNeeded, own, failures, spec, services, dispatch, clock, fetchOwn])
  useEffect(() => own?.stay(), [own])
  return { own, isLost: failures > 0 && !own }
}

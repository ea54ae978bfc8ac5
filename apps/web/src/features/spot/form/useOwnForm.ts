import { useEffect, useState } from 'react'
import { useAppDispatch, useServices } from '../../../app/servicesContext.ts'
import type { SpotSymbol } from '../../orders/model.ts'
import type { OrderDoor } from './createOrderDoor.ts'
import type { OrderDraft } from './orderDraft.ts'

type Own = typeof import('./ownForm.ts')
export interface OwnForm extends Pick<Own, 'AverageLine' | 'checkDraft' | 'missingText' | 'problemText'>, OrderDoor {}

/** Decision 168: what judges and sends orders comes with the user who can send one; a guest's draft is not judged, and not ready. */
export function useOwnForm(draft: OrderDraft, { spec, isNeeded }: { readonly spec: SpotSymbol; readonly isNeeded: boolean }): OwnForm | undefined {
  const services = useServices()
  const dispatch = useAppDispatch()
  const [own, setOwn] = useState<OwnForm | undefined>(undefined)
  useEffect(() => {
    if (!isNeeded || own) return
    const arrive = ({ createOrderDoor, ...rest }: Own) => setOwn((known) => known ?? { ...rest, ...createOrderDoor({ spec, services, dispatch }) })
    // What could not be fetched is tried again with the next change of the draft.
    void import('./ownForm.ts').then(arrive, () => undefined)
  }, [isNeeded, own, draft, spec, services, dispatch])
  return own
}

import { useState } from 'react'
import { useServices } from '../../../lib/services/servicesContext.ts'
import { useAppSelector } from '../../../data/store/hooks.ts'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import { selectUser } from '../../../data/store/slice.ts'

/** Whether the tour is to be seen: at a user's first visit, and whenever it is asked for. */
export function useFirstVisit(asked: number): {
  readonly isFirst: boolean
  readonly end: () => void
} {
  const { storage } = useServices()
  const user = useAppSelector(selectUser)
  const [wasSeen, setSeen] = useState(() => storage.get(STORAGE_KEYS.guideSpot) === 'seen')
  const [taken, setTaken] = useState(0)
  return {
    isFirst: asked > taken || (user !== undefined && !wasSeen),
    end() {
      storage.set(STORAGE_KEYS.guideSpot, 'seen')
      setSeen(true)
      setTaken(asked)
    },
  }
}

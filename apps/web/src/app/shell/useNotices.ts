import { useStore } from '@x/kit/react'
import { useUserNotices } from '../../data/notices/userNotices.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

/** The notices of the user, in the language of the page. */
export function useNotices(): ReturnType<typeof useUserNotices> {
  const { preferences } = useServices()
  return useUserNotices(useStore(preferences, (state) => state.locale))
}

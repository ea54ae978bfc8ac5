import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'

/**
 * Whether who is logged in is a sub-account itself, not its holder inside it: what belongs to the
 * main account is out of reach and not offered.
 */
export const useIsOwnSub = (): boolean => {
  const user = useAppSelector(selectUser)
  return user?.enteredFrom === undefined && user?.roles.includes('sub-account') === true
}

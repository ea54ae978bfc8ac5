import { Autocomplete, type AutocompleteProps } from '@x/ui/autocomplete'
import { findCopyLeaders } from '../../data/copy/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { useGo } from '../../lib/router/paths.ts'
import own from './copy.module.css'

/** Suggestions at most. */
const MOST = '8'

/** Finds a lead trader by a part of the name, on the server, and opens the page of one. */
export function LeaderSearch({ realm }: { readonly realm: 'live' | 'paper' }) {
  const t = useCopyMessages()
  const go = useGo()
  const dispatch = useAppDispatch()
  const search: AutocompleteProps['search'] = async (nickname, { signal }) => {
    const found = await dispatch(findCopyLeaders({ realm, nickname, limit: MOST }, signal))
    return found.items.map(({ leadId, nickname: label }) => ({ value: leadId, label }))
  }
  return (
    <Autocomplete
      size="small"
      className={own['search']}
      aria-label={t('copy.find')}
      placeholder={t('copy.find')}
      search={search}
      onSubmit={(taken) => {
        if (taken.status === 'suggestion') go(`/copy-trading/${taken.option.value}`)
      }}
    />
  )
}

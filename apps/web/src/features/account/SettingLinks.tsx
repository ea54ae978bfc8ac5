import { ButtonLink } from '@x/ui/button'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { Section } from './Section.tsx'

/** A setting with a page of its own: the end of its address, its name, and what it is for. */
export type SettingLink = readonly [name: string, title: string, text: string]

/** Leads to settings that have pages of their own. */
export function SettingLinks({
  base,
  settings,
}: {
  readonly base: `/${string}`
  readonly settings: readonly SettingLink[]
}) {
  const t = useGuardMessages()
  const to = useLocalePath()
  return settings.map(([name, title, text]) => (
    <Section
      key={name}
      title={title}
      text={text}
      action={
        <ButtonLink
          size="small"
          aria-label={`${t('guard.open')}: ${title}`}
          render={(props) => <Link {...props} to={to(`${base}/${name}`)} />}
        >
          {t('guard.open')}
        </ButtonLink>
      }
    />
  ))
}

import { Tooltip } from '@x/ui/tooltip'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from './margin.module.css'

/** Where the terms of loans are explained in full. */
export const TERMS_ID = 'loan-terms'

/** A term with its explanation in a tooltip; pressed, it leads to all of them. */
export function Term({ name, text }: { readonly name: string; readonly text: string }) {
  const to = useLocalePath()
  return (
    <Tooltip content={text}>
      <Link className={styles['term']} to={`${to('/asset/margin')}#${TERMS_ID}`}>
        {name}
      </Link>
    </Tooltip>
  )
}

import styles from './product.module.css'

/** Names with their values, side by side where the width allows it. */
export const FigureList = ({
  figures,
}: {
  readonly figures: readonly (readonly [name: string, value: string])[]
}) => (
  <dl className={styles['figures']}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)

import { Scrollbar } from '@x/ui/scrollbar'

export function Asks({ asks }: { readonly asks: readonly { readonly price: string }[] }) {
  return (
    <Scrollbar label="Asks" maxHeight="240px">
      <ul>
        {asks.map((ask) => (
          <li key={ask.price}>{ask.price}</li>
        ))}
      </ul>
    </Scrollbar>
  )
}

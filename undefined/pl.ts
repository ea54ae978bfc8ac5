// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Kontrola bezpieczeństwa',
  hint: 'Przesuń element do luki',
  slider: 'Położenie elementu',
  position: (a) => '' + a.x + ' z ' + a.range,
  confirm: 'Potwierdź',
  another: 'Inny obrazek',
  close: 'Zamknij',
  picture: 'Obrazek z luką w kształcie elementu układanki',
  work: 'Zweryfikuj bez układanki',
  workHelp: 'Zamiast tego Twoje urządzenie wykona obliczenie. Potrwa to kilka sekund.',
  working: (a) => 'Obliczanie, ' + a.percent + '%',
  checking: 'Sprawdzanie',
  onlyWork: 'Zbyt wiele prób z układanką. Przejdź weryfikację bez niej.',
  renewed: 'Nie pasuje. Oto inny obrazek.',
  solved: 'Zweryfikowano',
  tooMany: 'Zbyt wiele prób, poczekaj chwilę',
  unavailable: 'Brak połączenia z usługą kontroli, spróbuj ponownie',
}

export default messages

// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Verificação de segurança',
  hint: 'Deslize a peça até ao encaixe',
  slider: 'Posição da peça',
  position: (a) => '' + a.x + ' de ' + a.range,
  confirm: 'Confirmar',
  another: 'Outra imagem',
  close: 'Fechar',
  picture: 'Uma imagem com um encaixe em forma de peça de puzzle',
  work: 'Verificar sem o puzzle',
  workHelp: 'Em vez disso, o seu dispositivo resolve um cálculo. Demora alguns segundos.',
  working: (a) => 'A calcular, ' + a.percent + '%',
  checking: 'A verificar',
  onlyWork: 'Demasiadas tentativas com o puzzle. Faça a verificação sem ele.',
  renewed: 'Não encaixou. Aqui está outra imagem.',
  solved: 'Verificado',
  tooMany: 'Demasiadas tentativas, aguarde um momento',
  unavailable: 'Não foi possível aceder à verificação, tente novamente',
}

export default messages

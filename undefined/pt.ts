// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Verificação de segurança',
  hint: 'Deslize a peça até o encaixe',
  slider: 'Posição da peça',
  position: (a) => '' + a.x + ' de ' + a.range,
  confirm: 'Confirmar',
  another: 'Outra imagem',
  close: 'Fechar',
  picture: 'Uma imagem com um encaixe em forma de peça de quebra-cabeça',
  work: 'Verificar sem o quebra-cabeça',
  workHelp: 'Em vez disso, seu dispositivo resolve um cálculo. Leva alguns segundos.',
  working: (a) => 'Calculando, ' + a.percent + '%',
  checking: 'Verificando',
  onlyWork: 'Tentativas demais com o quebra-cabeça. Faça a verificação sem ele.',
  renewed: 'Não encaixou. Aqui está outra imagem.',
  solved: 'Verificado',
  tooMany: 'Tentativas demais, aguarde um momento',
  unavailable: 'Não foi possível acessar a verificação, tente de novo',
}

export default messages

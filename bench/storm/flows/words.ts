// Separate because flows of several parts search for what others wrote.
export const givenNames = ['Eleni', 'Georg', 'Heidi', 'Maria', 'Ahmed', '明', 'Иван', 'Chloé']
export const words =
  'waiting room nurse doctor friendly cold kind vaccine explained long queue appointment telephone late clean smiled forgot letter pain better'.split(
    ' ',
  )

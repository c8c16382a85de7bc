import type { Format } from './format.js';
import { CsvReader } from './csv-input.js';
import { csvOutput } from './csv-output.js';

export const csv: Format = {
  id: 'csv',
  name: 'CSV',
  takes: 'CSV with a header (`receipt,product_id,package`)',
  ending: '.csv',
  isJson: false,
  hasHeader: true,
  spansLines: true,
  begins: () => true,
  reader: (settings) => new CsvReader(settings),
  output: csvOutput,
};

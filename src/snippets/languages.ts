/** The languages that `sign --snippet` and `diagnose --lang` know. */
export const snippetLanguages = [
  'node',
  'python',
  'php',
  'go',
  'java',
  'kotlin',
  'csharp',
  'ruby',
  'rust',
  'cpp',
  'unreal',
  'unity',
  'lua',
  'bash',
] as const;

export type SnippetLanguage = (typeof snippetLanguages)[number];

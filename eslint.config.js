import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The walls of the architecture. Each message names what to use instead. */
const walls = {
  node: {
    regex: '^(node:|fs$|path$|os$|child_process$|worker_threads$|electron|ws$|hono|pino|conf$)',
    message: 'src-shared and src-renderer run without Node. Ask main: add an operation to src-shared/operations.',
  },
  main: { regex: '(^#main/|src-main)', message: 'src-main is not importable from here. What both sides need lives in src-shared.' },
  renderer: { regex: 'src-renderer', message: 'src-renderer is not importable from here. What both sides need lives in src-shared.' },
  electron: {
    regex: '^electron($|/)',
    message: 'Only src-main/hosts/electron knows Electron. Put the need into src-main/infra/platform.ts.',
  },
  responses: {
    regex: 'wire/responses/',
    message:
      'These schemas are what the local service sends, for it and its tests. The client reads any service: by src-main/service-client/reading, into the types of src-shared/catalogue.',
  },
};
/** `outside`: how an import that leaves the folder of the local service begins. */
const localService = (outside) => ({
  regex: `^#main/|${outside}|^#shared/(?!wire/)`,
  message:
    'The local service shares src-shared/wire with its clients and nothing else of ours, so that neither hides the other’s mistakes.',
});
const forbid = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

export default tseslint.config(
  { ignores: ['dist', 'release', 'node_modules', 'test-results', '**/*.cjs', 'test/helpers/electron-stand-in/**'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ['eslint.config.js', 'src-main/hosts/launch/setup.mjs', '*.config.ts'] } },
    },
  },
  {
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': ['error', { allow: ['error', 'warn'] }],
    },
  },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
  { files: ['src-shared/**'], rules: forbid(walls.node, walls.main, walls.renderer, walls.responses) },
  {
    files: ['src-renderer/**'],
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      ...forbid(walls.node, walls.main, walls.responses),
      'no-restricted-syntax': [
        'error',
        {
          selector: 'JSXOpeningElement[name.name=/^(Icon[A-Z]|Loader$)/] > JSXAttribute[name.name="size"] Literal',
          message: 'Icons and spinners have a size of lib/icon-size.ts, which grows with the text.',
        },
      ],
    },
  },
  {
    files: ['src-renderer/features/*/**'],
    rules: forbid(walls.node, walls.main, walls.responses, {
      regex: '^\\.\\./\\.\\./features/|^\\.\\./(?!\\.\\.)(?!.*\\.css$)[a-z-]+/',
      message: 'Panels never import each other. Move what both need to core/ (with state), ui/ (without) or lib/ (pure).',
    }),
  },
  {
    files: ['src-main/**'],
    ignores: ['src-main/hosts/electron/**'],
    rules: forbid(walls.renderer, walls.electron, walls.responses),
  },
  {
    files: ['src-main/hosts/electron/**'],
    rules: forbid(walls.renderer, walls.responses),
  },
  { files: ['src-main/local-service/*'], rules: forbid(walls.renderer, walls.electron, localService('^\\.\\./')) },
  { files: ['src-main/local-service/*/**'], rules: forbid(walls.renderer, walls.electron, localService('^\\.\\./\\.\\./')) },
  { files: ['test/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'no-console': 'off' } },
);

"""Which programs a shell command may name, by what they are good for."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Programs that run another program, and words that do nothing by themselves.
WRAPPERS = _words("""
    sudo time nice env npx uv uvx poetry pipenv pdm hatch rye bundle exec run bunx pnpx xvfb-run stdbuf nohup
    timeout dotenv direnv command then do mise asdf
""")
SKIP = _words("""
    cd export source . set pushd popd echo sleep mkdir true printf trap ulimit umask alias unset
""")
# A look around: its failure says nothing about the work.
LOOKING = _words("""
    ls cat grep rg find head tail wc diff which whereis type stat file tree less more awk jq ps pgrep kill pkill
    test [ [[ pwd date whoami id env printenv history sort uniq cut tr xxd od du df lsof ss netstat man help rm cp
    mv touch ln chmod chown basename dirname realpath readlink open xdg-open
""")
# Tests, checks and builds; programs whose second word says what they do.
TEST_PROGRAMS = _words("""
    pytest py.test tox nox jest vitest mocha ava karma rspec phpunit ctest bats unittest cypress nextest playwright
    behave robot cucumber minitest pest
""")
CHECK_PROGRAMS = _words("""
    tsc eslint ruff mypy pyright flake8 pylint black prettier biome rubocop golangci-lint clippy shellcheck hadolint
    yamllint terraform tofu webpack vite rollup esbuild next nuxt cmake ninja make just rake bazel msbuild
    xcodebuild tsup swc pre-commit actionlint ansible-lint buf protoc sqlfluff helm kustomize
""")
TWO_WORDS = _words("""
    npm yarn pnpm bun go cargo mvn gradle gradlew ./gradlew dotnet swift mix flutter dart deno docker docker-compose
    kubectl git gh make just task rake rails django-admin alembic terraform tofu helm pip pip3 conda brew apt
    apt-get sls serverless cdk pulumi dbt composer php artisan manage.py ansible-playbook bin/rails ./manage.py
    podman aws gcloud az fly heroku vercel netlify wrangler
""")
INTERPRETERS = _words("python python3 node ruby php perl bash sh Rscript ts-node tsx deno java")
PACKAGE_RUNNERS = _words("npm yarn pnpm bun")
# Which word makes a command a release or a deployment.
RELEASES = {
    "npm": _words("publish"), "yarn": _words("publish"), "pnpm": _words("publish"), "cargo": _words("publish"),
    "twine": _words("upload"), "gh": _words("release"), "kubectl": _words("apply"), "docker": _words("push"),
    "helm": _words("upgrade install"), "fly": _words("deploy"), "flyctl": _words("deploy"), "vercel": _words("deploy"),
    "netlify": _words("deploy"), "wrangler": _words("deploy publish"), "serverless": _words("deploy"),
    "sls": _words("deploy"), "cdk": _words("deploy"), "pulumi": _words("up"),
    "make": _words("deploy release publish"), "just": _words("deploy release"),
    "gcloud": _words("deploy"), "eb": _words("deploy"), "cap": _words("production"),
}
# Words that bring a thing to others, whatever the program; words that only look.
SPREADS = _words("deploy publish promote submit")
LOOKS = _words("logs ps show list ls view status get describe config diff history help")
PUBLISHES_TO_A_FOLDER = _words("dotnet git echo")

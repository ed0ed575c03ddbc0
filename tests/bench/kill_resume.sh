#!/usr/bin/env bash
# Kills a run with SIGKILL at ten random moments, resumes it each time, and compares it with the same run left alone.
# Prints for each kill how old the newest point in the database was, and at the end whether weights and points agree.
# Usage: kill_resume.sh build/dev/bin [KILLS] [SEED]
set -eu
bin=$(cd "$1" && pwd)
kills=${2:-10}
RANDOM=${3:-1}
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
settings=(--set run.epochs=600 --set callbacks.checkpoint.interval=0.3)

sql() { sqlite3 -cmd '.timeout 5000' "$1/runs.db" "$2"; }
sha() { sql "$1" 'select weights_sha256 from run'; }
# What a plot shows: every point that no resume rewound. Speeds are measurements and differ.
points() {
    sql "$1" "select s.tag, p.step, p.value from point p join series s on s.id = p.series_id
        join segment g on g.run_id = s.run_id and g.seg = p.seg
        where (g.cut_step is null or p.step <= g.cut_step) and s.tag not in ('samples_per_second', 'steps_per_second', 'waiting_for_data')
        order by s.tag, p.step" | sha256sum
}

"$bin/torchdesk-cli" run resources/configs/digits-mlp.json --workspace "$work/calm" "${settings[@]}" >/dev/null

start() { "$bin/torchdesk-cli" "$@" --workspace "$work/hit" >/dev/null 2>"$work/errors" & pid=$!; }
start run resources/configs/digits-mlp.json "${settings[@]}"
hits=0
while [ "$hits" -lt "$kills" ]; do
    sleep "$((1 + RANDOM % 2)).$((100 + RANDOM % 900))"
    if ! kill -0 "$pid" 2>/dev/null; then echo "the run ended before kill $((hits + 1))"; break; fi
    moment=$(date +%s%3N)
    kill -9 "$pid"
    wait "$pid" 2>/dev/null || true
    hits=$((hits + 1))
    newest=$(sql "$work/hit" 'select coalesce(max(wall_ms), 0) from point')
    state=$(sql "$work/hit" "select state || ' at step ' || step from run")
    echo "kill $hits: $state, newest point $((moment - newest)) ms old, integrity $(sql "$work/hit" 'pragma integrity_check')"
    start resume 1
done
wait "$pid" || { cat "$work/errors"; exit 1; }

echo "kills: $hits; segments: $(sql "$work/hit" 'select count(*) from segment')"
echo "weights_sha256 $(sha "$work/calm") alone"
echo "weights_sha256 $(sha "$work/hit") killed and resumed"
[ "$(sha "$work/calm")" = "$(sha "$work/hit")" ] && echo "weights agree"
[ "$(points "$work/calm")" = "$(points "$work/hit")" ] && echo "points agree"

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The cheat codes of forge that these tests use (forge-std has no official npm package).
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function deal(address account, uint256 balance) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
    function chainId(uint256 id) external;
    function etch(address target, bytes calldata code) external;
    function assume(bool condition) external pure;
    function mockCall(address target, bytes calldata data, bytes calldata answer) external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata data) external;
    function expectRevert() external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function load(address target, bytes32 slot) external view returns (bytes32);
    function store(address target, bytes32 slot, bytes32 value) external;
    function getCode(string calldata artifact) external view returns (bytes memory);
    function envOr(string calldata name, string calldata fallbackValue) external view returns (string memory);
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256);
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

function check(bool condition, string memory what) pure {
    require(condition, what);
}

function checkEq(uint256 actual, uint256 expected, string memory what) pure {
    require(actual == expected, what);
}

function checkEq(address actual, address expected, string memory what) pure {
    require(actual == expected, what);
}

function checkEq(string memory actual, string memory expected, string memory what) pure {
    require(keccak256(bytes(actual)) == keccak256(bytes(expected)), what);
}
